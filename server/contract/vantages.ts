import { z } from 'zod'
import { instant } from './terms.ts'

const ms = z.number().nullable()
const isPublic = (family: string) =>
  z
    .boolean()
    .nullable()
    .meta({ description: `Whether an interface has a public ${family} address; behind NAT there is none` })

export const vantage = z
  .strictObject({
    vantage: z.string().meta({ description: 'Its name, as surveys and campaigns have it' }),
    createdAt: instant.meta({ description: 'When its first worker started' }),
    place: z.string().nullable().meta({ description: 'Where it is, as its owner says' }),
    network: z.string().nullable().meta({ description: 'Which network it is in, as its owner says' }),
    measuredAt: instant.nullable().meta({ description: 'When all that follows was measured' }),
    toolVersion: z.string().nullable(),
    ipv4: isPublic('IPv4'),
    ipv6: isPublic('IPv6'),
    resolver: z
      .string()
      .nullable()
      .meta({ description: 'Addresses of its recursive resolvers, comma separated' }),
    rtts: z
      .array(
        z.strictObject({
          name: z.string(),
          address: z.string().nullable(),
          rttMs: ms.meta({ description: 'Smallest of five TCP connect times; null: no answer' }),
        }),
      )
      .nullable()
      .meta({ description: 'To each of a fixed set of names, at port 443' }),
    clockOffsetMs: ms.meta({ description: 'Its wall clock less the database’s' }),
    clockErrorMs: ms.meta({ description: 'The most by which `clockOffsetMs` may be off' }),
  })
  .meta({
    id: 'Vantage',
    description: 'A place that workers measure from, as its newest worker found it; null: not known',
  })

export const vantages = z.strictObject({
  vantages: z
    .array(vantage)
    .meta({ description: 'By name; a vantage point that no worker was started at has no facts' }),
})

export type Vantage = z.output<typeof vantage>
