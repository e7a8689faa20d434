import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { baseLevel } from '#contract/knowledge.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { ChunkList } from './ChunkList.tsx'
import { CoverForm } from './CoverForm.tsx'
import { DocInfo } from './DocInfo.tsx'
import { ReportView } from './ReportView.tsx'
import { texts } from './texts.ts'
import { VersionList } from './VersionList.tsx'

/** A document beside its list: what it is, its chunks, its versions, what its reading said. */
export function DocDrawer({ docId, onClose }: { docId: string; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const open = docId !== ''
  const detail = useQuery({ ...query(knowledgeDoc.detail, { id: docId }), enabled: open })
  const [covering, setCovering] = useState(false)
  const found = detail.data
  // whoever manages the base changes all of its documents, others those their grant reaches
  const edits =
    found !== undefined &&
    found.level >= baseLevel.add &&
    (found.level >= baseLevel.manage || may('docFile.edit', { createUser: '' }) || found.document.mine) &&
    may('docFile.edit')
  return (
    <>
      <RecordDrawer
        open={open}
        width={720}
        title={found?.document.name ?? ''}
        onClose={onClose}
        action={
          found &&
          found.level >= baseLevel.add &&
          may('docFile.coverUpload') && (
            <Button size="small" onClick={() => setCovering(true)}>
              {t('cover')}
            </Button>
          )
        }
        tabs={[
          {
            key: 'chunks',
            label: t('tabChunks'),
            content: (
              <StateView of={detail}>
                {({ document }) => <ChunkList versionId={document.versionId} edits={edits} />}
              </StateView>
            ),
          },
          {
            key: 'info',
            label: t('tabInfo'),
            content: <StateView of={detail}>{(all) => <DocInfo of={all} edits={edits} />}</StateView>,
          },
          {
            key: 'versions',
            label: t('tabVersions'),
            content: <StateView of={detail}>{({ versions }) => <VersionList versions={versions} />}</StateView>,
          },
          {
            key: 'report',
            label: t('tabReport'),
            content: <StateView of={detail}>{(all) => <ReportView of={all} edits={edits} />}</StateView>,
          },
        ]}
      />
      {found && <CoverForm open={covering} of={found.document} onClose={() => setCovering(false)} />}
    </>
  )
}
