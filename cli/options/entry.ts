import { join } from 'node:path'

/** The `towline` command as a file: what a process of ours starts another one by. */
export const ENTRY = join(import.meta.dirname, '../../scripts/towline.ts')
