import workerUrl from '../../har/import-worker.ts?worker&url'
import type { Reader } from '../../har/read-in-worker.ts'
import { workerReader } from '../../har/worker-reader.ts'

/** What is needed of Trusted Types (W3C), which TypeScript's own DOM does not have. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }

/** The server's policy demands that a script's address be vouched for: this vouches for one file, whatever is asked. */
const policy = trustedTypes?.createPolicy('towline-har-reader', { createScriptURL: () => workerUrl })

/** Starts a worker for one file. */
export function openReader(): Reader {
  return workerReader(new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module' }))
}
