import type { Socket } from 'node:net'
import type { HttpResult } from '../../../model/operation.ts'
import { ticketsSeen } from '../tls/session-tickets.ts'

/** What came beside a response: interim responses before it, session tickets on its connection over TLS. */
export function interimAndTickets(
  interim: ReadonlySet<number>,
  socket?: Socket,
): Pick<HttpResult, 'interim' | 'tickets'> {
  const tickets = socket === undefined ? null : ticketsSeen(socket)
  return {
    ...(interim.size > 0 && { interim: [...interim] }),
    ...(tickets !== null && { tickets }),
  }
}
