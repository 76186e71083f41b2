import { ProgramClient } from './program-client.ts'
import { QuicProgram } from './quic-program.ts'
import type { QuicTransport, TransportOptions } from './quic-transport.ts'
import { hasQuiche } from './quiche.ts'
import { QuicheClient } from './quiche-client.ts'

/** Makes the QUIC connections of a run. `version` is recorded with it. */
export type QuicStack =
  | { readonly name: 'quiche'; readonly version: string }
  /** `program`: towline-quic, of the lab's workspace. */
  | { readonly name: 'quinn'; readonly program: string; readonly version: string }

/** The binding does not tell; see docs/native-parts.md. */
const QUICHE: QuicStack = { name: 'quiche', version: 'quiche 0.18.0' }

/** The binding of quiche, where there is one for this platform. */
export function quicheStack(): QuicStack | null {
  return hasQuiche() ? QUICHE : null
}

/** A connection that has sent nothing yet. Throws where the root certificates cannot be read. */
export function openTransport(stack: QuicStack, options: TransportOptions): QuicTransport {
  if (stack.name === 'quiche') return new QuicheClient(options)
  return new ProgramClient(QuicProgram.of(stack.program, options.caFile), options)
}
