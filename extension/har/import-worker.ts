import { importFile } from './imported-file.ts'
import type { ReadRequest } from './read-in-worker.ts'

/** Reads a file out of the page’s way, so that one that is slow to read can be given up (safety.md P11). */
addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  const { file, today } = data
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    postMessage({ refused: 'unreadable' })
    return
  }
  postMessage(await importFile(bytes, today))
})
