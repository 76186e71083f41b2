import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Whether users who own none of it may enter every folder on the way to a file or folder, and it itself. */
export function isReachableByAll(path: string): boolean {
  for (let each = resolve(path); ; each = dirname(each)) {
    if ((statSync(each).mode & 0o001) === 0) return false
    if (each === dirname(each)) return true
  }
}
