import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { COMMAND_LINE } from '../../db/survey/lists.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { visible } from '../output/visible.ts'

/** Surveys sites that were named: what they serve, and whether they may be visited, is found out as for any list. */
export async function surveyNamedSites(
  sites: readonly string[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<{ readonly surveyId: number; readonly exitCode: ExitCode }> {
  const text = sites.map((site) => `${hostOf(site)}\n`).join('')
  // A new name: other runs may be reading the same list, and remove it when they are done.
  const list = join(options.cache, 'lists', `sites-${randomUUID()}.csv`)
  await mkdir(dirname(list), { recursive: true })
  try {
    await writeFile(list, text)
    const { runSurveyFor } = await import('../survey/run-survey.ts')
    const listed = { ...options, list, listName: COMMAND_LINE, workers: 1 }
    return await runSurveyFor(listed, signal, { orProbing: true })
  } finally {
    await rm(list, { force: true })
  }
}

/**
 * The host of a site that is typed as a name, an address or the URL of its home page.
 * @throws CliError where it asks for what is not measured: another path, port or scheme
 */
export function hostOf(site: string): string {
  const text = /^[a-z][a-z+.-]*:\/\//i.test(site) ? site : `https://${site}`
  // Said of the name, where it is none, by whoever reads it.
  if (!URL.canParse(text)) return site
  const { protocol, hostname, port, pathname, search } = new URL(text)
  const other =
    protocol === 'https:' ? otherThanHome({ port, pathname, search }) : `the scheme ${protocol.slice(0, -1)}`
  if (other === null) return hostname
  throw new CliError(
    EXIT.usage,
    `'${visible(site)}' asks for ${other}: what is measured is the home page of a site over HTTPS at port 443, ` +
      `here '${hostname}'; 'towline record' takes any page`,
  )
}

function otherThanHome({ port, pathname, search }: Pick<URL, 'port' | 'pathname' | 'search'>): string | null {
  if (port !== '') return `port ${port}`
  if (pathname !== '/') return `the path ${visible(pathname)}`
  return search === '' ? null : `the query ${visible(search)}`
}
