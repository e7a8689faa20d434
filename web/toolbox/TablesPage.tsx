import { Radio } from 'antd'
import { useState } from 'react'
import { TablesOptions } from '#contract/tool-run.ts'
import { useTexts } from '#web/kernel/language.ts'
import { ServerToolDesk } from './ServerToolDesk.tsx'
import { texts } from './texts.ts'

const accept = ['pdf', 'docx', 'ofd', 'pptx', 'html', 'htm', 'eml', 'md', 'txt', 'jpg', 'jpeg', 'png']
const first = TablesOptions.parse({ code: 'tablesToExcel' })

/** /aiTools/tablesToExcel: tables of documents as workbooks. */
export function TablesPage() {
  const t = useTexts(texts)
  const [options, setOptions] = useState(first)
  return (
    <ServerToolDesk
      code="tablesToExcel"
      accept={accept}
      hint={t('tablesHint')}
      order={() => options}
      onOptions={(kept) => {
        const read = TablesOptions.safeParse({ ...kept, code: 'tablesToExcel' })
        if (read.success) setOptions(read.data)
      }}
      options={
        <fieldset className="tool-field">
          <legend>{t('takeWhat')}</legend>
          <Radio.Group
            className="tool-choices"
            value={options.what}
            options={[
              { value: 'tables', label: t('takeTables') },
              { value: 'all', label: t('takeAll') },
            ]}
            onChange={({ target }) => setOptions({ ...options, what: target.value })}
          />
        </fieldset>
      }
    />
  )
}
