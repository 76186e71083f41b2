import type { Express, Request } from 'express'
import { z } from 'zod'
import { dataVersion } from '../../db/connection/data-version.ts'
import { ARMS } from '../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { Ask } from '../api-page/ask.ts'
import type { Answer, Comparison } from '../contract/contract.ts'
import { id } from '../contract/requests.ts'
import { arm } from '../contract/terms.ts'
import type { EntityTags } from '../http/entity-tags.ts'
import { html } from '../http/html.ts'
import { Problem, requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import { addReadOnly } from './read-only.ts'

const query = z.strictObject({ arm: arm.optional(), campaign: id.optional() })

const HEIGHT = 20
const CHARACTER_WIDTH = 6.6
const PADDING = 6
const GREY = '#57606a'
const COLOURS: Readonly<Record<string, string>> = { faster: '#1a7f37', slower: '#b3261e' }

/** Two fields of a badge side by side, and a sentence for who does not see it. */
interface Badge {
  readonly left: string
  readonly right: string
  readonly colour: string
  readonly sentence: string
}

/**
 * `/badge/SITE.svg?arm=h3&campaign=1`: what a protocol gains a site, for a README or a page. Without an arm that of the
 * newest protocol that was compared; without a campaign the one that the site's page shows.
 */
export function addBadge(app: Express, { db }: Context, ask: Ask, tags: EntityTags): void {
  addReadOnly(app, '/badge/:file', (request, response, next) => {
    const answer = async (): Promise<void> => {
      const tag = tags.create(await dataVersion(db), request.originalUrl)
      response.set({ ETag: tag, 'Cache-Control': 'public, no-cache' })
      if (request.fresh) {
        response.status(304).end()
        return
      }
      const found = await readComparisons(ask, request)
      if (found.pending)
        response.set({ 'Cache-Control': 'no-store', 'Retry-After': '2' }).removeHeader('ETag')
      response.type('image/svg+xml').send(drawBadge(badgeOf(found)))
    }
    answer().catch(next)
  })
}

interface Found extends Pick<Answer<'comparisons'>, 'rows' | 'pending'> {
  readonly domain: string
  readonly campaignId: number
  readonly isSandbox: boolean
  readonly arm: Comparison['arm'] | undefined
}

/** @throws Problem where there is no such site, or no campaign has it */
async function readComparisons(ask: Ask, request: Request): Promise<Found> {
  const { file = '' } = request.params
  const parsed = query.safeParse(request.query)
  if (!parsed.success)
    throw new Problem('bad_request', 'A badge is chosen by `arm` and `campaign` alone: see docs/citing.md.')
  const domain = String(file).endsWith('.svg') ? String(file).slice(0, -'.svg'.length) : null
  const { campaign, arm: chosen } = parsed.data
  const site =
    domain === null
      ? null
      : await ask('site', {
          params: { domain },
          query: campaign === undefined ? {} : { campaign: String(campaign) },
        })
  const shown = requireFound(
    site?.campaigns.find(({ campaignId }) => campaignId === site.campaignId),
    'site with a campaign',
  )
  const place = { id: String(shown.campaignId), site: String(shown.site) }
  const answer = requireFound(await ask('comparisons', { params: place, query: {} }), 'comparison')
  return {
    ...{ rows: answer.rows, pending: answer.pending, arm: chosen },
    ...{ domain: site?.domain ?? '', campaignId: shown.campaignId, isSandbox: shown.sandbox },
  }
}

/** @throws Problem where that arm was not compared */
function badgeOf({ rows, arm: chosen, domain, campaignId, isSandbox }: Found): Badge {
  const comparison = requireFound(
    chosen === undefined
      ? (rows.findLast(({ gain }) => gain !== null) ?? rows.at(-1))
      : rows.find((each) => each.arm === chosen),
    'comparison',
  )
  const { gain, gainInterval, verdict, sentence } = comparison
  const limits = gainInterval === null ? null : ([gainInterval.low, gainInterval.high] as const)
  return {
    left: `${isSandbox ? 'sandbox, ' : ''}${ARMS[comparison.arm].label}`,
    right:
      verdict === 'faster' || verdict === 'slower'
        ? `${ratioText(gain ?? Number.NaN)}× (${limits === null ? 'no interval' : ratioRangeText(limits)})`
        : (verdict ?? 'being computed'),
    colour: COLOURS[verdict ?? ''] ?? GREY,
    sentence: `${domain}, campaign ${campaignId}: ${sentence}`,
  }
}

function drawBadge({ left, right, colour, sentence }: Badge): string {
  const width = (text: string): number => Math.round([...text].length * CHARACTER_WIDTH) + 2 * PADDING
  const [leftWidth, rightWidth] = [width(left), width(right)]
  const field = (text: string, x: number, fieldWidth: number, fill: string) =>
    html`<rect x="${x}" width="${fieldWidth}" height="${HEIGHT}" fill="${fill}"/><text x="${x + fieldWidth / 2}" y="14" textLength="${fieldWidth - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${text}</text>`
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${leftWidth + rightWidth}" height="${HEIGHT}" role="img" aria-label="${sentence}"><title>${sentence}</title><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${field(left, 0, leftWidth, '#24292f')}${field(right, leftWidth, rightWidth, colour)}</g></svg>`
    .text
}
