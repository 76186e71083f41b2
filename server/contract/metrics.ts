import { z } from 'zod'
import { METRIC_NAMES } from '../../model/metrics.ts'

export const metric = z
  .enum(METRIC_NAMES)
  .meta({ id: 'Metric', description: 'Name of a metric, with its unit: see docs/metrics.md' })
