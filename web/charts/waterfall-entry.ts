import type { WaterfallEntry } from '../../server/contract/contract.ts'
import type { WaterfallRequest } from './waterfall-load.ts'

/** A request of the API as it is drawn. */
export function waterfallRequest({ host: _, phases, ...entry }: WaterfallEntry): WaterfallRequest {
  return {
    ...entry,
    phases: {
      blocked: phases.blockedMs,
      dns: phases.dnsMs,
      connect: phases.connectMs,
      ssl: phases.sslMs,
      send: phases.sendMs,
      wait: phases.waitMs,
      receive: phases.receiveMs,
    },
  }
}
