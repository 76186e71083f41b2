import type { RequestHandler } from 'express'
import { clientNetwork } from './client-address.ts'
import { Problem } from './problem.ts'

/**
 * Refuses a request while its client has so many under way already: slow uploads through a proxy, whose connections are
 * the proxy's, are counted by the client's own address.
 *
 * @param most of one address, IPv6: of one /56; 0 for any number
 */
export function limitUnderWay(most: number): RequestHandler {
  const underWay = new Map<string, number>()
  return (request, response, next) => {
    if (most === 0) return next()
    const network = clientNetwork(request)
    const count = (underWay.get(network) ?? 0) + 1
    if (count > most)
      return next(new Problem('too_many_requests', 'Too many requests at once from this address.', 1))
    underWay.set(network, count)
    response.once('close', () => {
      const remaining = (underWay.get(network) ?? 1) - 1
      if (remaining === 0) underWay.delete(network)
      else underWay.set(network, remaining)
    })
    next()
  }
}
