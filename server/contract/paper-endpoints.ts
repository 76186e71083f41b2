import { paperPoints } from '../../figures/paper-points.ts'
import { paperStatements } from '../../figures/paper-statements.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'

const { figure } = endpointsOf('lab')

export const PAPER_ENDPOINTS = {
  paperStatements: figure('/papers/statements', paperStatements.description, paperStatements),
  paperPoints: figure('/papers/points', paperPoints.description, paperPoints),
} as const satisfies Readonly<Record<string, Endpoint>>
