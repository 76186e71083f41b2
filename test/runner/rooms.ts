import { dirname } from 'node:path'

/** No more files share a process: what one leaves in memory stays until the last has ended. */
const MOST_FILES = 40

/** Groups files that may share a process by their folder, in the order given; all others are a room of one each. */
export function roomsOf(files: readonly string[], sharesProcess: (file: string) => boolean): string[][] {
  const rooms: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const folder = dirname(file)
    const room = sharesProcess(file) ? open.get(folder) : undefined
    if (room !== undefined && room.length < MOST_FILES) {
      room.push(file)
      continue
    }
    const own = [file]
    rooms.push(own)
    if (sharesProcess(file)) open.set(folder, own)
  }
  return rooms
}
