import type { CDPSession } from 'puppeteer'

/**
 * Hosts that the loads for times do not ask, since the policy refused them in the load for bodies (CRW-2, CRW-6). As long as
 * there is none no request is intercepted, so that no time is disturbed.
 */
export class BlockedHosts {
  readonly #hosts = new Set<string>()

  add(host: string): void {
    this.#hosts.add(host)
  }

  /** Takes its place in a session, before anything is asked for there. */
  block(session: CDPSession): Promise<unknown>[] {
    if (this.#hosts.size === 0) return []
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      // A pattern can mean more than its host.
      const isBlocked = this.#hosts.has(URL.parse(request.url)?.hostname ?? '')
      const verdict = isBlocked
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : session.send('Fetch.continueRequest', { requestId })
      verdict.catch(() => {
        // The page has navigated on, or is closed.
      })
    })
    const patterns = [...this.#hosts].map((host) => ({ urlPattern: `*//${host}*` }))
    return [session.send('Fetch.enable', { patterns })]
  }
}
