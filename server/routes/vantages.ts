import { listVantages } from '../../db/fleet/vantages.ts'
import type { Vantage } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import type { Handler, ToCsv } from '../request/handler.ts'

export const vantages: Handler<'vantages'> = async ({ db }) => {
  const rows = await listVantages(db)
  return { answer: { vantages: rows.map(({ name, ...facts }) => ({ vantage: name, ...facts })) } }
}

type Rtt = NonNullable<Vantage['rtts']>[number]

/** A line for each name that the RTT to was measured; one where there is none. */
export const vantagesCsv: ToCsv<'vantages'> = ({ vantages: all }) =>
  csvTable<Vantage & { readonly rtt: Rtt | null }>(
    all.flatMap((one) => {
      const { rtts } = one
      return (rtts === null || rtts.length === 0 ? [null] : rtts).map((rtt) => ({ ...one, rtt }))
    }),
    {
      vantage: ({ vantage }) => vantage,
      created_at: ({ createdAt }) => createdAt,
      place: ({ place }) => place,
      network: ({ network }) => network,
      measured_at: ({ measuredAt }) => measuredAt,
      tool_version: ({ toolVersion }) => toolVersion,
      ipv4: ({ ipv4 }) => ipv4,
      ipv6: ({ ipv6 }) => ipv6,
      resolver: ({ resolver }) => resolver,
      clock_offset_ms: ({ clockOffsetMs }) => clockOffsetMs,
      clock_error_ms: ({ clockErrorMs }) => clockErrorMs,
      reference: ({ rtt }) => rtt?.name ?? null,
      reference_address: ({ rtt }) => rtt?.address ?? null,
      rtt_ms: ({ rtt }) => rtt?.rttMs ?? null,
    },
  )
