import type { Campaign } from '../../../server/contract/contract.ts'
import { count } from '../../charts/quantity.ts'
import { day } from './facts.ts'

/** Under which conditions a campaign was: when, where from, with what. */
export function conditionsWords({
  id,
  createdAt,
  sites,
  rounds,
  vantage,
  browserVersion,
  browserKind,
  sandbox,
  filmstrips,
}: Campaign): string {
  return [
    `Campaign ${id} of ${day(createdAt)}: ${count(sites, 'site')}, up to ${count(rounds, 'round')}`,
    ...(vantage === null ? [] : [`from ${vantage}`]),
    ...(browserVersion === null ? [] : [browserVersion]),
    `${browserKind} browser`,
    ...(filmstrips ? ['with screenshots during every load, which can slow it'] : []),
    ...(sandbox ? ['in the sandbox, with servers of our own'] : []),
  ]
    .join(', ')
    .concat('.')
}
