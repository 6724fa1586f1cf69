// The service worker: the page works without a network after the first visit, and is isolated from other
// origins wherever it is served, so that a computation can be asked to stop.
/// <reference lib="webworker" />

const sw = self as unknown as ServiceWorkerGlobalScope;
// Both are put in by the build.
const FILES: string[] = JSON.parse("__FILES__");
const CACHE = "upstar-__BUILD__";

sw.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // What the browser has is asked about, not fetched again.
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => sw.skipWaiting()),
  );
});

sw.addEventListener("activate", (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("upstar-") && name !== CACHE).map((name) => caches.delete(name)));
    await sw.clients.claim();
  };
  event.waitUntil(old());
});

/** The same answer with the headers that isolate a page. */
function isolated(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (known) return isolated(known);
  const fetched = await fetch(request);
  // Examples and fonts for other alphabets are kept once they were asked for.
  if (fetched.ok && request.method === "GET") await cache.put(request, fetched.clone());
  return isolated(fetched);
}

sw.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).origin === sw.location.origin) event.respondWith(answer(event.request));
});
