import { type QuicStack, quicheStack } from '../../crawler/quic/quic-stack.ts'
import { findLabProgram } from '../../lab/process/find-program.ts'
import { programVersion } from '../../lab/process/program-version.ts'
import { SandboxUnavailable } from '../../lab/process/unavailable.ts'

/** Serves tests and comparisons: the only one of the clients that is used, where it is there. */
const ONLY = 'TOWLINE_QUIC_CLIENT'

/**
 * Makes a survey's QUIC connections on this machine: quinn, where towline-quic is built below `cacheDir`, since its flaws are
 * mended; else quiche, where there is a binding; null where there is neither.
 */
export async function quicStackHere(cacheDir: string): Promise<QuicStack | null> {
  const only = process.env[ONLY]
  const quinn = only === 'quiche' ? null : await quinnStack(cacheDir)
  return quinn ?? (only === 'quinn' ? null : quicheStack())
}

async function quinnStack(cacheDir: string): Promise<QuicStack | null> {
  try {
    const program = findLabProgram('towline-quic', cacheDir)
    return { name: 'quinn', program, version: await programVersion(program) }
  } catch (error) {
    // Not built, or older than its sources: which client was used is recorded with the survey.
    if (error instanceof SandboxUnavailable) return null
    throw error
  }
}
