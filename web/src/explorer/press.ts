// Drawing that waits for a pointer: an element that is drawn anew between down and up does not see the click.

/** Returns a function that acts at once, or when no button is down on the element any more. */
export function afterPress(element: HTMLElement): (act: () => void) => void {
  let isPressed = false;
  let waiting: (() => void)[] = [];
  element.addEventListener("pointerdown", () => {
    if (isPressed) return;
    isPressed = true;
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      // The click comes at once.
      setTimeout(() => {
        isPressed = false;
        const all = waiting;
        waiting = [];
        for (const act of all) act();
      });
    };
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, { signal: ends.signal });
  });
  return (act) => {
    if (isPressed) waiting.push(act);
    else act();
  };
}
