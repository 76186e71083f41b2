import { createRequire } from 'node:module'
import type { Quiche } from './quiche-binding.ts'

let loaded: Quiche | null | undefined

/** Whether connections over QUIC can be made here: there is a binding to quiche for this platform. */
export function hasQuiche(): boolean {
  return load() !== null
}

/** quiche's binding, loaded where it is first needed. Throws where there is none for this platform (`hasQuiche`). */
export function quiche(): Quiche {
  const binding = load()
  if (binding === null) throw new Error('there is no QUIC client for this platform')
  return binding
}

function load(): Quiche | null {
  if (loaded !== undefined) return loaded
  try {
    loaded = createRequire(import.meta.url)('@infisical/quic-linux-x64') as Quiche
  } catch {
    // Not installed, as on any other platform, or for another C library.
    loaded = null
  }
  return loaded
}
