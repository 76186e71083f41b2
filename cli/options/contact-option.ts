import { Option } from 'commander'
import { contactUrl } from './arguments.ts'

/** `--contact`, of every command that sends requests to live sites. */
export function contactOption(): Option {
  return new Option(
    '--contact <url>',
    'a page about this crawl for the owners of sites; part of the user agent',
  )
    .env('TOWLINE_CONTACT')
    .argParser(contactUrl)
}
