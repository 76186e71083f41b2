import { join } from 'node:path'

/**
 * The environment of a command as on a machine where no native package can be had.
 *
 * @param path where it looks for programs
 */
export function withoutParts(path: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'as-elsewhere.ts')}`,
    TOWLINE_TEST_WITHOUT: '@infisical/quic-linux-x64,@duckdb/node-api',
    PATH: path,
  }
}

/** With it the command takes the system for macOS, and finds no /proc. */
export const AS_ELSEWHERE = { TOWLINE_TEST_PLATFORM: 'darwin' } as const
