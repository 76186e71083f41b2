import { InvalidArgumentError, Option } from 'commander'

/** Where nothing else is said. */
export const MAX_MISS_SHARE = 0.03

/** `--max-misses`, as a share. */
export function maxMissesOption(): Option {
  return new Option(
    '--max-misses <percent>',
    'a load of a recorded page is invalid where the recording does not answer more of its requests',
  )
    .argParser(share)
    .default(MAX_MISS_SHARE, `${100 * MAX_MISS_SHARE} %`)
}

function share(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?)\s?%?$/.exec(text)?.[1])
  if (!(value >= 0 && value <= 100)) throw new InvalidArgumentError('must be a share such as 3%, from 0 on.')
  return value / 100
}
