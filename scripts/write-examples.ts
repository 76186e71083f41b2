import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Writes the sample tables of docs/examples.md again, from a real survey of the sandbox on this machine and a real campaign behind
 * an emulated link: some ten minutes, on a machine that does nothing else.
 */
const SHOWN =
  /^(rank|domain|all-three|h2-nginx|h1-apache|h3-dns-only|h3-unclaimed|h3-claimed-closed|plain-http|apex-to-www|cdn-header-c|dead-ipv6|robots-all|cert-expired|h2-goaway|redirect-loop|dns-silent)/

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'towline-examples-'))
const towline = (...args: string[]): string => {
  const run = spawnSync(
    process.execPath,
    [join(root, 'scripts/towline.ts'), ...args, '--database', join(folder, 'db.sqlite')],
    {
      encoding: 'utf8',
    },
  )
  if (run.status !== 0) throw new Error(run.stderr)
  return run.stdout
}
const PAGES = ['page-12.test', 'page-60-4.test', 'page-mixed.test']
const LINK = 'rtt=50ms,down=20,up=10'
const ROUNDS = '15'

/** Puts lines between the marks of a sample. */
function fill(mark: string, lines: readonly string[]): void {
  const examples = join(root, 'docs/examples.md')
  const [before, , after] = readFileSync(examples, 'utf8').split(new RegExp(`<!-- /?${mark} -->`))
  const sample = [`<!-- ${mark} -->`, '```', ...lines, '```', `<!-- /${mark} -->`].join('\n')
  writeFileSync(examples, `${before}${sample}${after}`)
}

try {
  towline('crawl', '--sandbox', '--survey-only')
  const lines = towline('survey', 'show', '--limit', '0').split('\n')
  const shown = lines.filter((line, index) => index === 0 || SHOWN.test(line.trim().split(/\s+/)[1] ?? ''))
  fill('sample', ['$ npm run towline -- survey show', ...shown])
  const probe = ['probe', '--sandbox', '--link', LINK, '--sites', PAGES.join(','), '--rounds', ROUNDS]
  const campaign = towline(...probe, '--pause', '100ms')
    .trim()
    .split('\n')
  fill('probe-sample', [`$ npm run towline -- ${probe.join(' ')}`, ...campaign])
} finally {
  rmSync(folder, { recursive: true })
}
