import { sql, type SqlBool } from 'kysely'

/** A `dataset` row that is or may become a ledger: not failed, and not left staging by a job that ended before it began. */
export const datasetStands = sql<SqlBool>`(dataset.state <> 'failed' and not (dataset.state = 'staging' and exists (
  select 1 from job where job.tenant_id = dataset.tenant_id and job.id = dataset.job_id and job.state in ('failed', 'cancelled'))))`
