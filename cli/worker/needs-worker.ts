/** Commands that continue what an earlier process began, by `--resume`. */
const RESUMING = ['check', 'crawl', 'probe']

/**
 * Whether this command is to be run in workers: a crawl visits servers that nobody vouches for. With `--sandbox` it
 * only opens the sandbox, and runs itself once more in there.
 */
export function needsWorker(argv: readonly string[]): boolean {
  return (
    [...RESUMING, 'worker'].includes(argv[0] ?? '') &&
    !['--sandbox', '--help', '-h'].some((flag) => argv.includes(flag))
  )
}

/** Arguments of a worker that takes the place of one that has crashed. A fleet's worker takes the next job. */
export function argvAfterCrash(argv: readonly string[]): readonly string[] {
  return continuesByResume(argv) && !argv.includes('--resume') ? [...argv, '--resume'] : argv
}

export function continuesByResume([command = '']: readonly string[]): boolean {
  return RESUMING.includes(command)
}
