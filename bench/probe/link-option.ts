import { InvalidArgumentError, Option } from 'commander'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { parseLink } from '../../lab/link/condition/parse.ts'

/** `--link rtt=100ms`. */
export function linkOption(): Option {
  return new Option(
    '--link <condition>',
    'an emulated link between browser and servers, such as rtt=100ms (default: none)',
  ).argParser((text): LinkCondition => {
    try {
      return parseLink(text)
    } catch (error) {
      throw new InvalidArgumentError(`${(error as Error).message}.`)
    }
  })
}
