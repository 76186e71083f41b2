import { Option } from 'commander'

const FORMATS = ['table', 'csv', 'json'] as const
export type Format = (typeof FORMATS)[number]

/** `--format table|csv|json`, the same for every command that shows something. */
export function formatOption(): Option {
  return new Option('--format <format>', 'how to print it').choices(FORMATS).default('table')
}
