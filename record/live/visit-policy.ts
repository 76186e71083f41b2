import type { RunningBrowser } from '../../crawler/probe/browser/running-browser.ts'
import { robotsPolicy } from '../../crawler/robots/robots.ts'
import { type InterceptedLoadOptions, interceptedLoad } from './intercepted-load.ts'
import { Interception } from './interception.ts'

export interface VisitPolicyOptions extends InterceptedLoadOptions {
  /** Says why a URL is not to be asked for; null where it is. Asked before every request, redirects included (CRW-2, CRW-6). */
  readonly whyNot: (url: URL) => Promise<string | null>
  /** Our name in robots.txt; null: it is not asked for. */
  readonly robotsToken: string | null
}

/**
 * Says why a URL is not to be asked for; null where it may be. `isPage`: it is the document of a page, which robots.txt is
 * about.
 */
type VisitPolicy = (url: URL, isPage: boolean) => Promise<string | null>

/** Asks `whyNot` of every URL and, of pages, each origin's robots.txt, which is loaded once, in this browser. */
export function visitPolicy(running: RunningBrowser, options: VisitPolicyOptions): VisitPolicy {
  const robots = new Map<string, Promise<Robots>>()
  return async (url, isPage) => {
    const why = await options.whyNot(url)
    if (why !== null || !isPage || options.robotsToken === null) return why
    const { origin, pathname, search } = url
    const known = robots.get(origin) ?? loadRobots(running, origin, options)
    robots.set(origin, known)
    const { text, why: lack } = await known
    if (text === null) return `its robots.txt cannot be had (${lack})`
    return robotsPolicy(text, options.robotsToken).allows(pathname + search)
      ? null
      : 'its robots.txt does not allow it'
  }
}

/** Text of a robots.txt: empty where an origin has none, null where it cannot be had (RFC 9309, 2.3.1), with the reason. */
interface Robots {
  readonly text: string | null
  readonly why: string | null
}

async function loadRobots(
  running: RunningBrowser,
  origin: string,
  options: VisitPolicyOptions,
): Promise<Robots> {
  const intercepted = new Interception(options.whyNot)
  const { load } = await interceptedLoad(running, `${origin}/robots.txt`, intercepted, options)
  const { status, failure } = load
  if (intercepted.tooBig !== null) return { text: null, why: intercepted.tooBig }
  if (status !== null && status >= 400 && status < 500) return { text: '', why: null }
  const main = load.requests.findLast(({ isMainDocument }) => isMainDocument)
  const body = main === undefined ? undefined : intercepted.bodies.get(main.requestId)
  if (failure === null && body !== undefined) return { text: body.toString('utf8'), why: null }
  return { text: null, why: failure?.code ?? `status ${status ?? 'unknown'}` }
}
