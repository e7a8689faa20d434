/** What documents may say: of the editors, their files, figures and templates. */
export const writingTexts = {
  writingTitle: { zh: '请填写标题', en: 'Please give a title' },
  writingVersionName: { zh: '请填写版本名称', en: 'Please name the version' },
  writingVersions: {
    zh: '命名版本已达 {limit} 个；可另存为副本后继续命名',
    en: 'There are {limit} named versions already; go on in a copy',
  },
  writingCommentEmpty: { zh: '请填写批注内容', en: 'Please write the comment' },
  writingCommentGone: {
    zh: '要答复的批注已被删除，请刷新',
    en: 'The comment you answer has been deleted; please refresh',
  },
  writingComments: {
    zh: '批注已达 {limit} 条，请先处理并删除旧批注',
    en: 'There are {limit} comments already; settle and delete old ones first',
  },
  writingLink: {
    zh: '链接只能是系统内的地址或 https 地址',
    en: 'A link goes to a place of this system or to an https address',
  },
  writingTooDeep: {
    zh: '内容嵌套过深，最多 40 层；请减少列表、引用或表格的层数',
    en: 'The content is nested too deeply, 40 levels at most; take lists, quotations or tables out of each other',
  },
  writingTooLong: {
    zh: '文档过长：最多约 1.9 MB（约 60 万汉字）、2 万个段落与文字片段，请拆分',
    en: 'The document is too long: about 1.9 MB, or 20,000 paragraphs and pieces of text; please split it',
  },
  writingStale: {
    zh: '文档已被他人修改（第 {rev} 版）。您的内容没有丢失：请比较后选择保留哪一份',
    en: 'Somebody else changed the document (revision {rev}). Yours is not lost: compare the two and choose',
  },
  writingReadOnly: {
    zh: '您只能查看这个文档；可另存为副本，或请建立人允许他人编辑',
    en: 'You may only read this document; make a copy, or ask its maker to let others edit',
  },
  writingLeased: {
    zh: '{name} 正在编辑这个文档，请等其完成或请其让出',
    en: '{name} is editing this document; wait, or ask to take over',
  },
  writingManagers: {
    zh: '只有文档的建立人或管理员可以这样做，请联系他们',
    en: 'Only who made the document, or an administrator, may do this; please ask them',
  },
  writingShareProject: {
    zh: '共享给项目时须先选择项目',
    en: 'Choose the project before sharing the document with it',
  },
  writingFirmTemplate: {
    zh: '全所模板由管理员维护；可先存为个人模板，再请管理员共享',
    en: 'Templates of the whole firm are kept by the administrators; keep yours as personal and ask them to share it',
  },
  writingNotDocx: {
    zh: '“{file}”不是 Word 文档（.docx）；旧的 .doc 或加密的文档请先另存为不加密的 .docx',
    en: '“{file}” is no Word document (.docx); save an old .doc, or one with a password, as a plain .docx first',
  },
  writingMacros: {
    zh: '“{file}”带有宏，不能导入；请另存为不带宏的 .docx',
    en: '“{file}” carries macros and is not taken; save it as a .docx without them',
  },
  writingSlow: {
    zh: '文档 {seconds} 秒内没有处理完，请拆分后再试',
    en: 'The document took longer than {seconds} s; please split it',
  },
  writingMemory: {
    zh: '文档内容过多，无法处理，请拆分',
    en: 'The document holds too much to work on; please split it',
  },
  writingOneFile: { zh: '请选择一个文件', en: 'Please choose one file' },
  writingNoteRemoteImages: {
    zh: '{count} 张图片在网络上，没有下载',
    en: '{count} pictures lie on the network and were not fetched',
  },
  writingNoteImages: {
    zh: '{count} 张图片已损坏、过大或格式不支持（只保留 PNG、JPEG、GIF、WebP、BMP），没有保留；需要时请另行插入',
    en: '{count} pictures are damaged, too large or of a kind that is not kept (PNG, JPEG, GIF, WebP and BMP are); insert them by hand if you need them',
  },
  writingNoteManyImages: {
    zh: '图片超过 {limit} 张，其余 {count} 张没有保留',
    en: 'More than {limit} pictures; {count} were left out',
  },
  writingNoteFloating: {
    zh: '{count} 张浮动图片改为独占一行',
    en: '{count} floating pictures now stand on lines of their own',
  },
  writingNoteBoxes: {
    zh: '{count} 个文本框的文字移入正文',
    en: 'The text of {count} text boxes was moved into the body',
  },
  writingNoteShapes: {
    zh: '{count} 个图形、图表或嵌入对象没有保留',
    en: '{count} drawings, charts or embedded objects were not kept',
  },
  writingNoteFormulas: {
    zh: '{count} 个公式只保留了文字',
    en: 'Of {count} formulas only the text was kept',
  },
  writingNoteNotes: {
    zh: '{count} 条脚注、尾注写在所在段落之后',
    en: '{count} foot- and endnotes stand behind their paragraphs',
  },
  writingNoteComments: { zh: '{count} 条批注已导入', en: '{count} comments were taken over' },
  writingNoteLinks: {
    zh: '{count} 个链接不是 https 地址，只保留了文字',
    en: '{count} links are no https addresses; their text was kept',
  },
  writingNoteTables: {
    zh: '{count} 个表格超过 {limit} 列，超出部分没有保留',
    en: '{count} tables have more than {limit} columns; the rest was left out',
  },
  writingNoteHidden: { zh: '{count} 处隐藏文字没有保留', en: '{count} stretches of hidden text were left out' },
  writingNoteStyles: {
    zh: '字体、字号、颜色、分栏没有保留',
    en: 'Fonts, sizes, colours and columns were not kept',
  },
  writingFromFile: { zh: '{name}（来自文件）', en: '{name} (from a file)' },
  writingNoteMoved: {
    zh: '{count} 处移动的文字记为一删一增',
    en: '{count} moved passages are shown as a deletion and an insertion',
  },
  writingNoteNumbered: {
    zh: '{count} 处自动编号（如“一、”“（一）”“1.1”）已写成文字，增删段落后请自行调整',
    en: '{count} automatic numbers other than 1. 2. 3. are plain text now; adjust them when you add or delete paragraphs',
  },
  writingNoteSigns: {
    zh: '{count} 个特殊符号无法识别，显示为“□”，请对照原文件核对',
    en: '{count} special signs are not known and show as “□”; please check them against the file',
  },
  writingNotePapers: {
    zh: '{count} 节的纸张方向或页边距不同，已统一按篇幅最长的一节；请检查宽表',
    en: 'The paper or margins of {count} sections differed and now follow the longest section; please check wide tables',
  },
  writingNoteHeaders: {
    zh: '文档有 {count} 种页眉页脚，只保留了一种',
    en: 'The document has {count} kinds of headers and footers; one was kept',
  },
  writingNoteTracked: { zh: '{count} 处修订已保留', en: '{count} tracked changes were kept' },
  writingImageWhere: { zh: '图片须加在文档里，请先打开文档', en: 'A picture belongs to a document; open one first' },
  writingImageKind: {
    zh: '只能加入 PNG、JPEG、GIF、WebP、BMP 图片，请先转换格式',
    en: 'Pictures may be PNG, JPEG, GIF, WebP or BMP; convert it first',
  },
  writingImageLarge: {
    zh: '图片不能超过 {limit} MB，请压缩后再加入',
    en: 'A picture may have {limit} MB at most; make it smaller first',
  },
  writingAssistSelect: { zh: '请先选中要处理的文字', en: 'Mark the words this is about first' },
  writingAssistWish: { zh: '请写明要写什么', en: 'Please say what is to be written' },
  writingAssistFile: { zh: '资料文件无法使用：{why}', en: 'A file cannot be used: {why}' },
  writingAssistNoModel: {
    zh: '未配置文本模型，AI 写作不可用；编辑、模板、引用底稿数字、知识检索和导出照常可用。请管理员在模型设置中配置。',
    en: 'No text model is set, so the AI cannot write. Editing, templates, figures of papers, searching knowledge and export work as always. Your administrator sets models.',
  },
} as const
