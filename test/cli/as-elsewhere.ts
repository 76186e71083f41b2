import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'

// Imported before the command (`node --import`): as where the packages of TOWLINE_TEST_WITHOUT are not installed, and, with
// TOWLINE_TEST_PLATFORM, as on a system of that name, which has no /proc.
const { TOWLINE_TEST_WITHOUT = '', TOWLINE_TEST_PLATFORM } = process.env
const missing = new Set(TOWLINE_TEST_WITHOUT.split(','))
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (missing.has(specifier))
      throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' })
    return nextResolve(specifier, context)
  },
})

if (TOWLINE_TEST_PLATFORM !== undefined) {
  Object.defineProperty(process, 'platform', { value: TOWLINE_TEST_PLATFORM })
  for (const room of [fs, fs.promises] as Record<string, unknown>[]) hideProc(room)
  syncBuiltinESMExports()
}

/** Replaces what reads a path, so that nothing is below /proc. */
function hideProc(room: Record<string, unknown>): void {
  for (const name of Object.keys(room)) {
    if (!/^(access|exists|lstat|open|readdir|readFile|readlink|realpath|stat)(Sync)?$/.test(name)) continue
    const read = room[name] as (...given: unknown[]) => unknown
    room[name] = (...given: unknown[]) => {
      const path = String(given[0])
      return read(...(/^\/proc\b/.test(path) ? [`/nonexistent${path}`, ...given.slice(1)] : given))
    }
  }
}
