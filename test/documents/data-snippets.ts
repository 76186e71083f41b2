import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../cli/data/serve.ts'
import { RECORDED } from '../../cli/demo/recorded.ts'
import { VERSION } from '../../cli/options/version.ts'
import { gain } from '../../figures/quantity.ts'
import type { Answer } from '../../server/contract/contract.ts'
import { startReadOnlyServer } from '../../server/read-only-server.ts'
import { gainCard } from '../../web/views/overview/gain-card.ts'
import { towline } from '../cli/towline.ts'

/** The text of docs/data.md. */
export const DOCUMENT = await readFile(join(import.meta.dirname, '../../docs/data.md'), 'utf8')
const run = promisify(execFile)

/** What a snippet answers; each is compared with the dashboard. */
export type Question = 'gain' | 'median' | 'adoption'

export interface Snippet {
  readonly language: string
  /** What it needs beyond its language. */
  readonly needs: string | null
  readonly question: Question
  readonly code: string
}

/** The blocks of docs/data.md whose first line names language, what is needed, and question. */
export const SNIPPETS: readonly Snippet[] = Array.from(
  DOCUMENT.matchAll(/^```(\w+)(?: (\w+))? (gain|median|adoption)\n(.*?)^```$/gms),
  ([, language = '', needs = null, question, code = '']) => ({
    ...{ language, needs, code },
    question: question as Question,
  }),
)

/** The recorded demonstration, served, as a database file and as an export, where the snippets look for them. */
export interface DataPlace extends AsyncDisposable {
  readonly folder: string
  /** Origin of the server. */
  readonly address: string
  /** What the export said of itself; null without one. */
  readonly exported: string | null
  /** What the dashboard shows, a number or a name and a number a line. */
  readonly shown: Readonly<Record<Question, readonly (readonly (string | number)[])[]>>
  /** The words of a snippet's output, a list a line. */
  run(program: string, args: readonly string[]): Promise<string[][]>
  /** The code with the address of this server. */
  codeOf(snippet: Snippet): string
  /** The CSV of the gains. */
  gainsCsv(): Promise<string>
}

const GAINS = '/ranking?metric=plt_ms&arm=h3&baseline=h1'

/** Whether it reads the files of an export. */
export function needsExport({ code }: Snippet): boolean {
  return code.includes('site/api/')
}

/** `exported`: with the export, which takes a minute. */
export async function dataPlace({ exported }: { readonly exported: boolean }): Promise<DataPlace> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'towline-data-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'data'))
  const database = join(folder, 'data/towline.sqlite')
  await copyFile(RECORDED, database)
  let summary: string | null = null
  if (exported) {
    const args = ['export', '--static', 'site', '--database', database, '--recorded']
    const { code, stdout, stderr } = await towline(args, { cwd: folder })
    if (code !== 0) throw new Error(stderr)
    summary = stdout
  }
  const server = resources.use(
    await startReadOnlyServer({
      ...{ database, webFolder: WEB_FOLDER, toolVersion: VERSION, recorded: true },
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
    }),
  )
  const api = `${server.address}/api/v1`
  const shown = await shownFigures(api)
  const owned = resources.move()
  return {
    ...{ folder, shown, address: server.address, exported: summary },
    async run(program, args) {
      const { stdout } = await run(program, args, { cwd: folder })
      return stdout
        .trim()
        .split('\n')
        .map((line) => line.trim().split(' '))
    },
    codeOf: (snippet) => snippet.code.replaceAll('http://127.0.0.1:8080', server.address),
    gainsCsv: async () => (await fetch(`${api}${GAINS}&format=csv`)).text(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function shownFigures(api: string): Promise<DataPlace['shown']> {
  const get = async <T>(path: string): Promise<T> => {
    for (;;) {
      const response = await fetch(api + path)
      const answer = (await response.json()) as T
      if (response.status !== 202) return answer
    }
  }
  const ranking = await get<Answer<'ranking'>>(GAINS)
  const { medianGain = Number.NaN, faster = Number.NaN } = ranking.summary ?? {}
  // The card is what the overview begins with.
  if (!JSON.stringify(gainCard(ranking)).includes(gain(medianGain)))
    throw new Error('the card shows another gain')
  const { campaigns } = await get<Answer<'site'>>('/sites/all-three.test')
  const [{ campaignId, site } = { campaignId: 0, site: 0 }] = campaigns
  const cdf = await get<Answer<'cdf'>>(`/campaigns/${campaignId}/sites/${site}/cdf?metric=plt_ms`)
  const { surveys } = await get<Answer<'surveys'>>('/surveys')
  const adoption = await get<Answer<'adoption'>>(`/surveys/${surveys[0]?.id}/adoption`)
  return {
    gain: [[medianGain, faster]],
    median: cdf.rows.map(({ arm, p50 }) => [arm, p50 ?? Number.NaN]),
    adoption: [adoptionFigures(adoption)],
  }
}

/** Of the sites that answered: all, HTTP/2, HTTP/3. */
function adoptionFigures({ reachable, rows }: Answer<'adoption'>): number[] {
  const speaking = (name: string): number =>
    rows.find(({ row }) => row === name)?.reachableCount ?? Number.NaN
  return [reachable, speaking('h2'), speaking('h3')]
}
