import { useQuery } from '@tanstack/react-query'
import { toolRun } from '#contract/tool-run.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { ServerToolDesk } from './ServerToolDesk.tsx'
import { texts } from './texts.ts'

const accept = [
  'xls',
  'xlt',
  'et',
  'ett',
  'xlsb',
  'xlsm',
  'xlsx',
  'ods',
  'csv',
  'tsv',
  'txt',
  'htm',
  'html',
  'xml',
  'slk',
  'dif',
]

/** /aiTools/excelToXlsx: old workbooks as xlsx. */
export function ConvertPage() {
  const t = useTexts(texts)
  const settings = useQuery(query(toolRun.settings, {}))
  const version = settings.data?.libreOffice
  return (
    <ServerToolDesk
      code="excelToXlsx"
      accept={accept}
      hint={t('convertHint')}
      order={() => ({ code: 'excelToXlsx' })}
      options={
        version !== undefined && (
          <p className="second">{version === '' ? t('withoutOffice') : t('withOffice', { version })}</p>
        )
      }
    />
  )
}
