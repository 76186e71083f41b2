import type { ImportedFile, ImportedLoad } from './imported-file.ts'
import type { Reader } from './read-in-worker.ts'

/** The page's side of a worker that {@link answerReads}; it is for one file. */
export function workerReader<Load extends ImportedLoad>(worker: Worker): Reader<Load> {
  return {
    ask: (file: Blob) =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<ImportedFile<Load>>) => resolve(data)
        // Out of memory, as a rule: nothing in a file makes the reader throw.
        worker.onerror = () => resolve({ refused: 'unreadable' })
        worker.postMessage(file)
      }),
    end: () => worker.terminate(),
  }
}

/** The worker's side: reads a file out of the page’s way, so that one that is slow to read can be given up (safety.md P11). */
export function answerReads(read: (bytes: Uint8Array<ArrayBuffer>) => Promise<ImportedFile>): void {
  addEventListener('message', async ({ data: file }: MessageEvent<Blob>) => {
    let bytes: Uint8Array<ArrayBuffer>
    try {
      bytes = new Uint8Array(await file.arrayBuffer())
    } catch {
      postMessage({ refused: 'unreadable' })
      return
    }
    postMessage(await read(bytes))
  })
}
