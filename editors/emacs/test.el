;;; test.el --- Tests of upstar-mode -*- lexical-binding: t; -*-

;; emacs -Q --batch -L editors/emacs -l editors/emacs/test.el -f ert-run-tests-batch-and-exit

;;; Code:

(require 'ert)
(require 'imenu)
(require 'upstar-mode)

(defmacro upstar-test-with (text &rest body)
  "Run BODY in a buffer of TEXT."
  (declare (indent 1))
  `(with-temp-buffer
     (insert ,text)
     (upstar-mode)
     (font-lock-ensure)
     (goto-char (point-min))
     ,@body))

(defun upstar-test-face (word)
  "Return the face of WORD, where it comes first."
  (goto-char (point-min))
  (search-forward word)
  (get-text-property (match-beginning 0) 'face))

(ert-deftest upstar-files-have-the-mode ()
  (should (eq (cdr (assoc "\\.game\\'" auto-mode-alist)) 'upstar-mode))
  (let ((file (make-temp-file "upstar" nil "" "#!/usr/bin/env upstar\n1\n")))
    (with-current-buffer (find-file-noselect file)
      (should (eq major-mode 'upstar-mode)))))

(ert-deftest upstar-words-have-colours ()
  (upstar-test-with "game Mine(b: grid of \".#\") {\n  left \".|.\" -> \"#|#\"\n}\nG := <0,*2|0> + canonical(vv) // why\n//= 3\nleft := 3\nask value up \"Which?\" := ^\n"
    (should (eq (upstar-test-face "game") 'font-lock-keyword-face))
    (should (eq (upstar-test-face "Mine") 'font-lock-type-face))
    (should (eq (upstar-test-face "grid") 'font-lock-type-face))
    (should (eq (upstar-test-face "left") 'font-lock-keyword-face))
    (should (eq (upstar-test-face "\".|.\"") 'font-lock-string-face))
    (should (eq (upstar-test-face "*2") 'font-lock-constant-face))
    (should (eq (upstar-test-face "canonical") 'font-lock-builtin-face))
    (should (eq (upstar-test-face "vv") 'font-lock-constant-face))
    (should (eq (upstar-test-face "why") 'font-lock-comment-face))
    (should (eq (upstar-test-face "//= 3") 'font-lock-preprocessor-face))
    (should (eq (upstar-test-face "left :=") 'font-lock-variable-name-face))
    (should (eq (upstar-test-face "ask") 'font-lock-keyword-face))))

(ert-deftest upstar-programs-are-indented ()
  (dolist (text '("game G(n: heap) {\n  move n - k for k in 1..n\n  left 0\n}\nx := [\n  1,\n  2\n]\n"
                  "fn f(x) {\n  if x > 0 {\n    return [x]\n  } else {\n    -x\n  }\n}\n1\n"
                  "x :=\n  1 + 2\ny := \"{\" // {\nz\n"))
    (upstar-test-with (replace-regexp-in-string "^ +" "" text)
      (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
      (should (equal (buffer-string) text)))))

(ert-deftest upstar-lines-become-comments ()
  (upstar-test-with "1 + 1\n"
    (comment-region (point-min) (point-max))
    (should (equal (buffer-string) "// 1 + 1\n"))
    (uncomment-region (point-min) (point-max))
    (should (equal (buffer-string) "1 + 1\n"))))

(ert-deftest upstar-definitions-are-listed ()
  (upstar-test-with "game Mine(n: heap) { }\nfn f(x) { x }\ng(x) := x\n"
    (let ((index (funcall imenu-create-index-function)))
      (should (assoc "Mine" (cdr (assoc "Rulesets" index))))
      (should (assoc "f" (cdr (assoc "Functions" index)))))))

(ert-deftest upstar-checks-run-and-places-are-found ()
  (let ((upstar-program (or (getenv "UPSTAR") (executable-find "upstar")))
        (file (make-temp-file "upstar" nil ".game" "G := *\ncanonicl(G)\n")))
    (skip-unless upstar-program)
    (with-current-buffer (find-file-noselect file)
      (let ((buffer (upstar-run)))
        (while (process-live-p (get-buffer-process buffer)) (accept-process-output nil 0.1))
        (with-current-buffer buffer
          (should (string-match-p "G0201" (buffer-string)))
          (should-not (string-match-p "\e" (buffer-string)))
          (goto-char (point-min))
          (compilation-next-error 1)
          (let ((message (get-text-property (point) 'compilation-message)))
            (should message)
            (should (equal (cadr (compilation--message->loc message)) 2))))))))

(ert-deftest upstar-next-error-visits-checks-that-fail ()
  (let ((upstar-program (or (getenv "UPSTAR") (executable-find "upstar")))
        (file (make-temp-file "upstar" nil ".game" "check 1 == 1\ncheck 1 == 2\nexercise \"E\" {\n  check * == 3\n}\n")))
    (skip-unless upstar-program)
    (with-current-buffer (find-file-noselect file)
      (let ((buffer (upstar-check)) (lines nil))
        (while (process-live-p (get-buffer-process buffer)) (accept-process-output nil 0.1))
        (dotimes (_ 2)
          (with-current-buffer buffer (next-error))
          (should (equal (file-truename (buffer-file-name)) (file-truename file)))
          (push (line-number-at-pos) lines))
        (should (equal (sort lines #'<) '(2 4)))
        (should-error (with-current-buffer buffer (next-error)) :type 'user-error)))))

(ert-deftest upstar-without-the-program-says-so ()
  (let ((upstar-program "there-is-no-such-program"))
    (with-current-buffer (find-file-noselect (make-temp-file "upstar" nil ".game" "1\n"))
      (should-error (upstar-run) :type 'user-error))))

(ert-deftest upstar-eglot-knows-the-server ()
  (skip-unless (require 'eglot nil t))
  (let ((entry (cdr (assoc 'upstar-mode eglot-server-programs))))
    (should (equal (funcall entry nil) (list upstar-program "lsp")))))

(provide 'test)
;;; test.el ends here
