import { addAbortListener } from 'node:events'
import net from 'node:net'
import type { Endpoint, OperationRow, TcpResult } from '../../../model/operation.ts'
import { isGone, networkError, tcpFailure } from '../../network/classify.ts'
import type { SurveyContext } from '../operation/context.ts'
import { type AttemptOutcome, endpointTarget, fail, recordRow, succeed } from '../operation/row.ts'
import { waitFor } from '../operation/waiting.ts'

/** A connect time is kept as RTT where it can be wrong by no more than this, or by this share of itself. */
const MAX_LATE_MS = 2
const MAX_LATE_SHARE = 0.1

/** A SYN without an answer is sent again after this time (RFC 6298, 2.1), and no RTT is taken of what was repeated (3). */
export const SYN_REPEAT_MS = 1_000

/**
 * Opens a TCP connection to the address of `endpoint`, never to a name.
 *
 * The address is judged here once more, whoever made the endpoint: a refused one costs no packet (CRW-6).
 * The socket is the caller's to destroy; it is null where the row has a failure.
 *
 * @param outrun aborted when another address of the host has connected: an unanswered attempt is then given up
 */
export async function tcp(
  endpoint: Endpoint,
  context: SurveyContext,
  outrun?: AbortSignal,
): Promise<{ row: OperationRow<TcpResult>; socket: net.Socket | null }> {
  let connected: net.Socket | null = null
  const row = await recordRow(endpointTarget('tcp', endpoint), context, async () => {
    if (!context.allows(endpoint.address)) return fail<TcpResult>('address_refused', endpoint.address)
    const socket = new net.Socket().setNoDelay(true)
    // Stays for the socket's life: between two operations nobody else listens, and the next one sees `destroyed`.
    socket.on('error', () => {})
    try {
      const outcome = await handshake(socket, endpoint, context, outrun)
      if (outcome.failure === null) connected = socket
      return outcome
    } finally {
      if (connected === null) socket.destroy()
    }
  })
  return { row, socket: connected }
}

const handshake = (
  socket: net.Socket,
  endpoint: Endpoint,
  context: SurveyContext,
  outrun: AbortSignal | undefined,
): Promise<AttemptOutcome<TcpResult>> =>
  waitFor<AttemptOutcome<TcpResult>>(
    context.signal,
    (failure) => fail(failure, null),
    ({ settle, on, after, defer }) => {
      if (outrun !== undefined) {
        const listening = addAbortListener(outrun, () => settle(fail('tcp_outrun', null)))
        defer(() => listening[Symbol.dispose]())
      }
      const sentMs = context.clock()
      on(socket, 'connect', () => {
        const { lateMs } = context.loop
        const connectMs = context.clock() - sentMs
        const isInTime = lateMs <= Math.max(MAX_LATE_MS, MAX_LATE_SHARE * connectMs)
        const isKnown = isInTime && connectMs < SYN_REPEAT_MS
        settle(succeed({ family: endpoint.family, rttMs: isKnown ? connectMs : null, lateMs }))
      })
      on(socket, 'error', (thrown: Error) => {
        const error = networkError(thrown)
        // A reset this early answers no SYN (that is ECONNREFUSED): the connection was made, and the next operation
        // finds it gone. Whether we notice before or after is a matter of microseconds, and must not show.
        if (isGone(error))
          settle(succeed({ family: endpoint.family, rttMs: null, lateMs: context.loop.lateMs }))
        else settle(fail(tcpFailure(error), error.message))
      })
      after(context.timeouts.tcpMs, () => settle(fail('tcp_timeout', null)))
      socket.connect({
        host: endpoint.address,
        port: endpoint.port,
        family: endpoint.family,
        autoSelectFamily: false,
      })
    },
  )
