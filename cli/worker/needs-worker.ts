/**
 * Whether this command is to be run in workers: a crawl visits servers that nobody vouches for. With `--sandbox` it
 * only opens the sandbox, and runs itself once more in there.
 */
export function needsWorker(argv: readonly string[]): boolean {
  return (
    ['check', 'crawl', 'probe'].includes(argv[0] ?? '') &&
    !['--sandbox', '--help', '-h'].some((flag) => argv.includes(flag))
  )
}
