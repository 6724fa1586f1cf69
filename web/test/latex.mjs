// Renders texts of LaTeX by MathJax and KaTeX, as notebooks do: a list in JSON comes in, and what either refuses goes out.
import { mathjax } from "mathjax-full/js/mathjax.js";
import { TeX } from "mathjax-full/js/input/tex.js";
import { AllPackages } from "mathjax-full/js/input/tex/AllPackages.js";
import { liteAdaptor } from "mathjax-full/js/adaptors/liteAdaptor.js";
import { RegisterHTMLHandler } from "mathjax-full/js/handlers/html.js";
import { SerializedMmlVisitor } from "mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js";
import { STATE } from "mathjax-full/js/core/MathItem.js";
import katex from "katex";

// With the first two what is unknown would be shown in colour, and not be refused. Some pages do not load `textcomp`, and
// `bussproofs` needs a page.
const without = ["noundefined", "noerrors", "textcomp", "bussproofs"];
RegisterHTMLHandler(liteAdaptor());
const page = mathjax.document("", {
  InputJax: new TeX({ packages: AllPackages.filter((name) => !without.includes(name)) }),
});
const visitor = new SerializedMmlVisitor();

function byMathJax(latex) {
  const tree = visitor.visitTree(page.convert(latex, { end: STATE.CONVERT }));
  const wrong = /<merror[^>]*data-mjx-error="([^"]*)"/.exec(tree);
  return wrong ? wrong[1] : tree.includes("<merror") ? "an error" : null;
}

function byKatex(latex) {
  try {
    katex.renderToString(latex, { throwOnError: true, strict: "ignore" });
    return null;
  } catch (error) {
    return error.message;
  }
}

let input = "";
for await (const chunk of process.stdin) input += chunk;
const refused = [];
for (const latex of JSON.parse(input)) {
  for (const [name, render] of [
    ["MathJax", byMathJax],
    ["KaTeX", byKatex],
  ]) {
    const why = render(latex);
    if (why) refused.push([name, latex, why]);
  }
}
console.log(JSON.stringify(refused));
