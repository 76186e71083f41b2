import { join } from 'node:path'
import { Option } from 'commander'

/** One for all folders that the command is used in: what was unpacked once is not fetched again. */
const PROJECT_CACHE = join(import.meta.dirname, '../../.cache/towline')

/** `--cache`, where set-up scripts put programs and lists are kept. */
export function cacheOption(description: string): Option {
  return new Option('--cache <folder>', description)
    .env('TOWLINE_CACHE')
    .default(PROJECT_CACHE, '.cache/towline of the project')
}
