import { describe } from 'node:test'
import { type QuicStack, quicheStack } from '../../crawler/quic/quic-stack.ts'
import { findLabProgram } from '../../lab/process/find-program.ts'
import { CACHE } from '../lab/origin/running-server.ts'

/** A client, or why it is not there. */
interface StackOfTests {
  readonly name: QuicStack['name']
  readonly stack: QuicStack | null
  readonly whyNot: string | false
}

const NONE: QuicStack = { name: 'quiche', version: '' }

/** Both QUIC clients of surveys. */
export const QUIC_STACKS: readonly StackOfTests[] = [quiche(), quinn()]

/** The first that is there; null where none is. */
export const ANY_QUIC_STACK: QuicStack | null = QUIC_STACKS.find(({ stack }) => stack !== null)?.stack ?? null

/** Runs the tests once for each QUIC client; those of one that is not there are skipped. */
export function describeEachQuicStack(tests: (stack: QuicStack) => void): void {
  // Where it is skipped its tests are only listed.
  for (const { name, stack, whyNot } of QUIC_STACKS)
    describe(`by ${name}`, { skip: whyNot }, () => tests(stack ?? NONE))
}

function quiche(): StackOfTests {
  const stack = quicheStack()
  return { name: 'quiche', stack, whyNot: stack === null && 'there is no quiche for this platform' }
}

function quinn(): StackOfTests {
  try {
    const stack: QuicStack = { name: 'quinn', program: findLabProgram('towline-quic', CACHE), version: '' }
    return { name: 'quinn', stack, whyNot: false }
  } catch (error) {
    return { name: 'quinn', stack: null, whyNot: (error as Error).message }
  }
}
