// Where the program is: its name or path from the settings, looked for as a user would.
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

/** What is known of the machine. */
export interface Machine {
  platform: string;
  home: string;
  path: string;
  /** Whether a file is there that can be started. */
  starts(file: string): boolean;
}

/** The machine that this runs on. */
export function thisMachine(): Machine {
  return {
    platform: process.platform,
    home: homedir(),
    path: process.env["PATH"] ?? "",
    starts(file) {
      try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    },
  };
}

/**
 * The whole path of the program, or nothing when it is not found. A path is taken as it is, with `~` for the home folder. A
 * name is looked for in the folders of `PATH`, and then where installers put programs that a desktop session may not
 * have on its path.
 */
export function findProgram(configured: string, machine: Machine): string | undefined {
  const wanted = configured.trim() || "upstar";
  const named = wanted.replace(/^~(?=[/\\])/, machine.home);
  const endings = machine.platform === "win32" && !/\.exe$/i.test(named) ? [".exe", ""] : [""];
  if (isAbsolute(named) || /[/\\]/.test(named)) {
    return endings.map((ending) => named + ending).find((file) => machine.starts(file));
  }
  const separator = machine.platform === "win32" ? ";" : delimiter;
  const folders = machine.path.split(separator).filter((folder) => folder !== "");
  folders.push(join(machine.home, ".cargo", "bin"), join(machine.home, ".local", "bin"), "/usr/local/bin");
  for (const folder of folders) {
    for (const ending of endings) {
      const file = join(folder, named + ending);
      if (machine.starts(file)) return file;
    }
  }
  return undefined;
}
