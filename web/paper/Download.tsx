import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { paper } from '#contract/paper.ts'
import { download } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { ReturnedPapers, usePackPapers } from '#web/sheet/PaperFiles.tsx'
import { texts as sheetTexts } from '#web/sheet/texts.ts'
import { texts } from './texts.ts'

/** The papers as files: one workbook, this paper alone, an archive; and what came back from the client. */
export function Download({ projectId, paperId }: { projectId: string; paperId: string }) {
  const t = useTexts(texts)
  const ts = useTexts(sheetTexts)
  const pack = usePackPapers(projectId)
  const [returned, setReturned] = useState(false)
  const [busy, setBusy] = useState(false)
  const fetchFile = async (paperIds: string) => {
    setBusy(true)
    try {
      await download(paper.download, { projectId, paperIds }, t('fileFallback'))
    } catch (fault) {
      complain(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Space.Compact>
      <Button type="primary" loading={busy} onClick={() => void fetchFile('')}>
        {t('download')}
      </Button>
      <Dropdown
        menu={{
          items: [
            { key: 'all', label: t('downloadAll') },
            { key: 'one', label: `${t('downloadOne')} ${paperId}` },
            { key: 'pack', label: ts('packPapers') },
            { key: 'returned', label: ts('returned') },
          ],
          onClick: ({ key }) => {
            if (key === 'pack') void pack()
            else if (key === 'returned') setReturned(true)
            else void fetchFile(key === 'one' ? paperId : '')
          },
        }}
      >
        <Button type="primary" aria-label={t('downloadOne')} icon={<DownOutlined />} />
      </Dropdown>
      {returned && <ReturnedPapers projectId={projectId} onClose={() => setReturned(false)} />}
    </Space.Compact>
  )
}
