import { createHash } from 'node:crypto'
import { hostName } from '../../crawler/list/host-name.ts'
import type { List } from '../../crawler/list/open-list.ts'
import { COMMAND_LINE } from '../../db/survey/lists.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { visible } from '../output/text.ts'

/** Surveys sites that were named: what they serve, and whether they may be visited, is found out as for any list. */
export async function surveyNamedSites(
  sites: readonly string[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<{ readonly surveyId: number; readonly exitCode: ExitCode }> {
  const list = namedList(sites)
  const { runSurveyFor } = await import('../survey/run-survey.ts')
  return await runSurveyFor({ ...options, workers: 1 }, signal, { orProbing: true, list })
}

/**
 * Sites that were named, as a list. A name of one label, such as `localhost`, may be one of the user's own network.
 * @throws CliError where a name is none
 */
function namedList(sites: readonly string[]): List {
  const hosts = sites.map((site) => {
    const { host, why } = hostName(hostOf(site))
    if (host === undefined)
      throw new CliError(EXIT.usage, `'${visible(site)}' is not the name of a site (${why})`)
    return host
  })
  const domains = [...new Set(hosts)]
  return {
    source: COMMAND_LINE,
    trancoId: null,
    sha256: createHash('sha256')
      .update(domains.map((domain) => `${domain}\n`).join(''))
      .digest('hex'),
    size: domains.length,
    badLines: [],
    badLineCount: 0,
    warnings: [],
    async *entries(top = domains.length) {
      for (const [index, domain] of domains.slice(0, top).entries())
        yield { rank: index + 1, rankMagnitude: null, domain }
    },
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
  const { protocol, hostname, port, pathname, search, hash } = new URL(text)
  const other =
    protocol === 'https:'
      ? otherThanHome({ port, pathname, search, hash })
      : `the scheme ${protocol.slice(0, -1)}`
  if (other === null) return hostname
  throw new CliError(
    EXIT.usage,
    `'${visible(site)}' asks for ${other}: what is measured is the home page of a site over HTTPS at port 443, ` +
      `here '${hostname}'; 'towline check' takes any page`,
  )
}

function otherThanHome({
  port,
  pathname,
  search,
  hash,
}: Pick<URL, 'port' | 'pathname' | 'search' | 'hash'>): string | null {
  if (port !== '') return `port ${port}`
  if (pathname !== '/') return `the path ${visible(pathname)}`
  if (search !== '') return `the query ${visible(search)}`
  return hash === '' ? null : `the fragment ${visible(hash)}`
}
