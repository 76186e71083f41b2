import type { HttpResult, TicketsSeen } from '../../../model/operation.ts'

/** Lists what came beside a response, as rows have it: interim responses before it, session tickets on its connection. */
export function interimAndTickets(
  interim: ReadonlySet<number>,
  tickets: TicketsSeen | null = null,
): Pick<HttpResult, 'interim' | 'tickets'> {
  return {
    ...(interim.size > 0 && { interim: [...interim] }),
    ...(tickets !== null && { tickets }),
  }
}
