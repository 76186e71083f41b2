import { basename } from 'node:path'
import type { LinkCondition } from './link.ts'

/** Makes it as it is stored and shown: of delivery traces their names, not where on the machine they are. */
export function publicLink<Link extends Pick<LinkCondition, 'downTrace' | 'upTrace'>>(link: Link): Link {
  const { downTrace, upTrace } = link
  return {
    ...link,
    downTrace: downTrace === null ? null : basename(downTrace),
    upTrace: upTrace === null ? null : basename(upTrace),
  }
}
