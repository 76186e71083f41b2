import { Option } from 'commander'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'

/** `--cache`, where set-up scripts put programs and lists are kept. */
export function cacheOption(description: string): Option {
  return new Option('--cache <folder>', description)
    .env('TOWLINE_CACHE')
    .default(cacheFolder({}), '.cache/towline of a clone, ~/.cache/towline of the package')
}
