import { homedir } from 'node:os'
import { join } from 'node:path'

/** A clone runs TypeScript as it is; the installed package is compiled, in a folder that may not be written to. */
export const IS_CLONE = import.meta.filename.endsWith('.ts')

/**
 * Folder of programs that set-up scripts made, and of lists: TOWLINE_CACHE, else `.cache/towline` of a clone, so that what was
 * unpacked once serves all folders that the command is used in; of the installed package the user's cache folder (XDG Base
 * Directory Specification).
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TOWLINE_CACHE) return env.TOWLINE_CACHE
  if (IS_CLONE) return join(import.meta.dirname, '../../.cache/towline')
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'towline')
}
