import { extname, join } from 'node:path'
import { IS_CLONE } from '../../crawler/process/cache-folder.ts'

/** The `towline` command as a file: what a process of ours starts another one by. */
export const ENTRY = join(import.meta.dirname, `../../scripts/towline${extname(import.meta.filename)}`)

/** Says how a message tells people to run it: a clone has it in its folder, the installed package on the PATH. */
export const COMMAND = IS_CLONE ? './towline' : 'towline'
