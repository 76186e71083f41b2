import { ARMS } from '../../model/arm.ts'
import type { LabCdf } from '../../server/contract/contract.ts'
import { quantileIn } from '../../server/lab/lab-cdf.ts'
import { countText } from '../output/count-text.ts'
import { noteWidth } from '../output/output-width.ts'
import { type Column, textTable } from '../output/table.ts'
import { wrap } from '../output/wrap.ts'
import { percentRange, percentText } from './percent-text.ts'

type ArmCdf = LabCdf['arms'][number]

const QUANTILES: readonly (readonly [heading: string, share: number])[] = [
  ['median', 0.5],
  ['75 %', 0.75],
  ['90 %', 0.9],
  ['95 %', 0.95],
  ['most', 1],
]

/** How many packets loads had to send again, by protocol; empty where no load has a count. */
export function retransmissionLines(cdf: LabCdf, width: number | null): string[] {
  if (cdf.arms.every(({ n }) => n === 0)) return []
  const note =
    `Packets that a load sent again, both ways, over all loads of ${countText(cdf.conditions, 'condition')}, which were chosen: ` +
    'their quantiles. none: loads without one, with Wilson’s 95 % interval. band: half the height of the 95 % band around the ' +
    'distribution (Dvoretzky, Kiefer and Wolfowitz).'
  return [
    '',
    'Retransmissions',
    '',
    textTable(cdf.arms, columns(cdf), width),
    '',
    ...wrap(note, noteWidth(width)),
  ]
}

function columns(cdf: LabCdf): Column<ArmCdf>[] {
  return [
    { heading: 'protocol', cell: ({ arm }) => ARMS[arm].label },
    { heading: 'n', cell: ({ n }) => n, align: 'right' },
    { heading: 'left out', cell: ({ leftOut }) => leftOut, align: 'right' },
    {
      heading: 'none',
      cell: ({ zeroShare }) => zeroShare && percentText(zeroShare.share, 0),
      align: 'right',
    },
    {
      heading: '95 % interval',
      cell: ({ zeroShare }) => zeroShare && percentRange(zeroShare, 0),
      align: 'right',
    },
    ...QUANTILES.map(
      ([heading, share]): Column<ArmCdf> => ({
        heading,
        cell: (found) => quantileText(quantileIn(cdf, found, share)),
        align: 'right',
      }),
    ),
    {
      heading: 'band',
      cell: ({ band }) => band && `± ${percentText(band, 0)}`,
      align: 'right',
      optional: true,
    },
  ]
}

/** Between two counts it may lie halfway. */
function quantileText(value: number | null): string | null {
  if (value === null) return null
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}
