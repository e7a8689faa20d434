/** Words of handing over the spaces of people who have left. */
export const leftTexts = {
  button: { zh: '离职人员的空间（{count}）', en: 'Spaces of leavers ({count})' },
  title: { zh: '离职人员的空间', en: 'Spaces of people who have left' },
  says: {
    zh: '移交后，全部文件连同版本和回收站内容放入接收人“我的云盘”的一个新文件夹。',
    en: 'All files go, with their versions and what is in the recycle bin, into a new folder of the colleague’s own space.',
  },
  holds: { zh: '{count} 个文件 · {size}', en: '{count} files · {size}' },
  handOver: { zh: '移交', en: 'Hand over' },
  handOverOf: { zh: '移交“{name}”的空间', en: 'Hand over the space of {name}' },
  to: { zh: '接收人', en: 'Colleague' },
  please: { zh: '请选择接收人', en: 'Choose a colleague' },
  done: { zh: '已移交到文件夹“{folder}”', en: 'Handed over to the folder “{folder}”' },
} as const
