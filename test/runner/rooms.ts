import { dirname } from 'node:path'

/** No more files share a process: what one leaves in memory stays until the last has ended. */
const MOST_FILES = 40
/** Fewer files than this do not fill a process: starting it costs more than they do. */
const FEW_FILES = 3

/**
 * Groups files that may share a process, in the order given; all others are a room of one each. Files of one folder share
 * it, and folders with few files share one with their neighbours of the same room of the project (`test/db`, `test/server`).
 */
export function roomsOf(files: readonly string[], sharesProcess: (file: string) => boolean): string[][] {
  const inFolder = Map.groupBy(files.filter(sharesProcess), (file) => dirname(file))
  const placeOf = (file: string): string => {
    const folder = dirname(file)
    return (inFolder.get(folder)?.length ?? 0) < FEW_FILES ? folder.split('/').slice(0, 2).join('/') : folder
  }
  const rooms: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const place = placeOf(file)
    const room = sharesProcess(file) ? open.get(place) : undefined
    if (room !== undefined && room.length < MOST_FILES) {
      room.push(file)
      continue
    }
    const own = [file]
    rooms.push(own)
    if (sharesProcess(file)) open.set(place, own)
  }
  return rooms
}
