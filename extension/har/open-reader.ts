import type { ImportedFile } from './imported-file.ts'
import type { Reader, ReadRequest } from './read-in-worker.ts'

/** Starts a worker for one file. */
export function openReader(): Reader {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  return {
    ask: (request: ReadRequest) =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<ImportedFile>) => resolve(data)
        // Out of memory, as a rule: nothing in a file makes the reader throw.
        worker.onerror = () => resolve({ refused: 'unreadable' })
        worker.postMessage(request)
      }),
    end: () => worker.terminate(),
  }
}
