import { writeFile } from 'node:fs/promises'

/**
 * Writes a program that runs another one where the sandbox's client lives, with the arguments that it is given itself:
 * so a browser can be started there by whoever knows nothing of sandboxes.
 * @param command what `sandbox.command` makes of the program
 */
export async function writeEnterScript(file: string, command: readonly string[]): Promise<void> {
  const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  await writeFile(file, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
}
